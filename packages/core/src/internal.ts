/** What the kit's own packages use of core; outside of semantic versioning. */

export { en } from './catalogue/en.js'
export { enViews } from './catalogue/enViews.js'
export { contextOf, type FoyerContext } from './context.js'
export { createConnectionControls } from './createConnectionControls.js'
export { remedyOf } from './errors/alerts.js'
export type { ShownKit } from './foyer.js'
export { asText, exchange } from './http/exchange.js'
export { readJson } from './http/readJson.js'
export { mayRetryHttp, withRetries } from './http/retry.js'
export { painted } from './loading/painted.js'
export { createPiece, type Piece, type PieceState } from './loading/piece.js'
export { whenLoaded } from './loading/whenLoaded.js'
export { addEmailViews } from './login/emailRules.js'
export type { LoginWindowState } from './login/loginWindow.js'
export * from './login/methods.js'
export { needsWindow, openAtPress } from './login/openAtPress.js'
export { type EmailUpdate, type EmailUpdatePhase, presentEmailUpdate } from './login/presentEmailUpdate.js'
export { type Login, type LoginPhase, presentLogin, takeLoginWindow } from './login/presentLogin.js'
export { securePageOf } from './login/secureOrigin.js'
export { pickedWallet } from './offered/offeredWallets.js'
export type {} from './queries.js'
export { idle } from './query/watch.js'
export { isLoginOffered, isUsable } from './setup/setup.js'
export { featureOf, type ViewFeature } from './state/viewParams.js'
export { type Observable, type ObservableValue, observable, roomOf } from './store/observable.js'
export { same } from './store/same.js'
export { type AttemptView, attemptView, createStarter, noticeOf, type Starter } from './view/attemptView.js'
export { reportUnexpected, startAttempt } from './view/shownAttempt.js'
export {
  addViews,
  type Here,
  type ShownAttempt,
  type ViewCode,
  type ViewRoom,
  type ViewRules,
  viewRoomOf,
} from './view/views.js'
