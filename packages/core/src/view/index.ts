export type { NoParams, ViewName, ViewParams, ViewProps } from '../state/viewParams.js'
export {
  type CloseReason,
  closedView,
  currentRoute,
  type Direction,
  type Route,
  type ViewEvent,
  type ViewState,
} from '../state/viewState.js'
export {
  networkChosen,
  type OpeningFacts,
  openingRoute,
  pairingConnectorId,
  type ShownPlatforms,
  type ShownPlatformsParameters,
  shownPlatforms,
} from './connecting.js'
export type { ClosingDecision, ClosingFacts } from './modal.js'
export { alertDelayMs, closingDecision, shakeMs, snackbarGapMs, snackbarStayMs } from './modal.js'
export { choosePlatform, goBack, navigate, nextView, push, replace, reset, setLoading } from './navigate.js'
export type { AttemptTarget, ShownAttempt } from './views.js'
export { attemptAt, isHeld, isSameTarget, shownAttempt } from './views.js'
