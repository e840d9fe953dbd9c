/** Sending a coin, a token or an NFT: what a form holds between its views, and what it takes to send it. */

export type {
  AmountReading,
  FoundRecipient,
  Recipient,
  RecipientFault,
  SendForm,
  SendStep,
  SendWarning,
} from './form.js'
export { assetOf, type Holding, type SendAsset } from './form.js'
export { tokenByAddress } from './holdings.js'
export type { DropReason, FeeState, SendDraft, SendPhase, SendState } from './machine.js'
export { chooseAsset, takeMax, typeAmount } from './presentSend.js'
export { acceptWarnings, typeRecipient } from './recipient.js'
export { confirmSend, leaveReview, readFee, reviewSend, type Send, type SendOutcome, sendOf } from './sendRoom.js'
