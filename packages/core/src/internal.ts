/** Core's exports for the kit's own packages; outside of semantic versioning. */

export { type ShownNft, shortTokenId, shownNft } from './account/shownNft.js'
export {
  type ActivityGroup,
  type ActivityLine,
  type ActivityLines,
  activityLines,
  type PendingLine,
} from './activity/activityLines.js'
export { type ShownApproval, shownApproval } from './approvals/approvals.js'
export { requestToRevoke } from './approvals/openApproval.js'
export { type PreparedRevocation, type Revocation, unprepared, watchRevocation } from './approvals/watchRevocation.js'
export { en } from './catalogue/en.js'
export { enViews } from './catalogue/enViews.js'
export { sleep } from './clock/sleep.js'
export { byMonth, type Month, shownClock, shownTime } from './clock/times.js'
export { type Figure, figureOf, type ShownFee, shownFee } from './connector/figure.js'
export { contextOf, type FoyerContext } from './context.js'
export { createConnectionControls } from './createConnectionControls.js'
export { remedyOf } from './errors/alerts.js'
export { type Feature, featureOf } from './feature/feature.js'
export * as features from './features.js'
export type { ShownKit } from './foyer.js'
export { asText, exchange } from './http/exchange.js'
export { readJson } from './http/readJson.js'
export { mayRetryHttp, withRetries } from './http/retry.js'
export { painted } from './loading/painted.js'
export { createPiece, type Piece, type PieceState } from './loading/piece.js'
export { whenLoaded } from './loading/whenLoaded.js'
export type { LoginWindowState } from './login/loginWindow.js'
export { needsWindow, openAtPress } from './login/loginWindow.js'
export * from './login/methods.js'
export { type EmailUpdate, type EmailUpdatePhase, presentEmailUpdate } from './login/presentEmailUpdate.js'
export { type Login, type LoginPhase, presentLogin, takeLoginWindow } from './login/presentLogin.js'
export { securePageOf } from './login/secureOrigin.js'
export { type AccountName, type NameTrouble, namePhase, nameTrouble } from './names/accountName.js'
export { pickedWallet } from './offered/offeredWallets.js'
export { requestToPay } from './pay/payAsset.js'
export { type PayPhase, payPhase, payResultOf } from './pay/payment.js'
export { type ShownPayTerms, shownPayTerms, watchPayTerms } from './pay/shownPayTerms.js'
export type {} from './queries.js'
export { idle } from './query/watch.js'
export { askReviewed } from './review/askReviewed.js'
export { requestToSend } from './send/machine.js'
export { fillIn, presentSend, type Send, type ShownFee as SendFee, shownAmount, worthOf } from './send/presentSend.js'
export { isLoginOffered, isUsable } from './setup/setup.js'
export { type Observable, type ObservableValue, observable, roomOf } from './store/observable.js'
export { same } from './store/same.js'
export { mapped, type Selected, selected } from './store/selected.js'
export { presentSwap, type Swap, type SwapDetailsView, type SwapSideView } from './swap/presentSwap.js'
export { isSent, type SentReceipt, sentReceipt } from './transactions/sentReceipt.js'
export {
  type AttemptView,
  attemptView,
  type ConnectingPhase,
  connectingPhase,
  createStarter,
  noticeOf,
  type PairingPhase,
  pairingPhase,
  type Starter,
  type SwitchingPhase,
  switchingPhase,
} from './view/attemptView.js'
export { homeRoute } from './view/connecting.js'
export { type NetworkRow, networkRows } from './view/networkRows.js'
export {
  type Here,
  reportUnexpected,
  type ShownAttempt,
  startAttempt,
  type ViewCode,
  type ViewRoom,
  type ViewRules,
  viewRoomOf,
} from './view/views.js'
export { knownDirectory } from './wallets/knownDirectory.js'
export { type KnownWallet, walletOf } from './wallets/knownWallet.js'
export { type KeptPlace, type ListPlace, listPlace } from './wallets/listPlace.js'
export {
  answerList,
  directoryList,
  type FoundWallets,
  type KeptAnswer,
  searchedWallets,
  type WalletAnswer,
  type WalletList,
  type WalletQuestion,
} from './wallets/walletList.js'
