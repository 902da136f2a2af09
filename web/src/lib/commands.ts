/** What the page may send: every command of the protocol, before it gets its id. */

import type {
  AddSalt,
  AddSeat,
  AllowCopy,
  AllowRewind,
  Answer,
  AskCopy,
  AskForm,
  AskHero,
  AskUses,
  AskWhy,
  BringDeck,
  Cancel,
  CloseSession,
  DeleteTable,
  Do,
  End,
  FreeSeat,
  HandOver,
  Invite,
  LeaveSeat,
  LetIn,
  Lock,
  NewLink,
  Pause,
  PlanSession,
  RemoveSeat,
  Rename,
  Resume,
  Revoke,
  Rewind,
  Say,
  SetHook,
  ShowOdds,
  Start,
  TakeBack,
  WearColour,
  WearPortrait,
  WriteNote,
} from "../protocol";

type Whole =
  | AddSalt
  | AddSeat
  | AllowCopy
  | AllowRewind
  | Answer
  | AskCopy
  | AskForm
  | AskHero
  | AskUses
  | AskWhy
  | BringDeck
  | Cancel
  | CloseSession
  | DeleteTable
  | Do
  | End
  | FreeSeat
  | HandOver
  | Invite
  | LeaveSeat
  | LetIn
  | Lock
  | NewLink
  | Pause
  | PlanSession
  | RemoveSeat
  | Rename
  | Resume
  | Revoke
  | Rewind
  | Say
  | SetHook
  | ShowOdds
  | Start
  | TakeBack
  | WearColour
  | WearPortrait
  | WriteNote;

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

export type Command = WithoutId<Whole>;
