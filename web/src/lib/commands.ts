/** What the page may send: every command of the protocol, before it gets its id. */

import type {
  AddSalt,
  AddSeat,
  AllowCopy,
  Answer,
  AskCopy,
  AskForm,
  AskUses,
  Cancel,
  DeleteTable,
  Do,
  End,
  FreeSeat,
  HandOver,
  Invite,
  LetIn,
  Lock,
  NewLink,
  Pause,
  RemoveSeat,
  Rename,
  Resume,
  Revoke,
  Rewind,
  Say,
  ShowOdds,
  Start,
  TakeBack,
  WearColour,
} from "../protocol";

type Whole =
  | AddSalt
  | AddSeat
  | AllowCopy
  | Answer
  | AskCopy
  | AskForm
  | AskUses
  | Cancel
  | DeleteTable
  | Do
  | End
  | FreeSeat
  | HandOver
  | Invite
  | LetIn
  | Lock
  | NewLink
  | Pause
  | RemoveSeat
  | Rename
  | Resume
  | Revoke
  | Rewind
  | Say
  | ShowOdds
  | Start
  | TakeBack
  | WearColour;

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

export type Command = WithoutId<Whole>;
