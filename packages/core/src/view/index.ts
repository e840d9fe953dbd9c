export type { ClosingDecision, ClosingFacts, OpeningFacts } from './modal.js'
export { alertDelayMs, closingDecision, isHeld, openingRoute, shakeMs, snackbarGapMs, snackbarStayMs } from './modal.js'
export {
  choosePlatform,
  goBack,
  leaveNetworks,
  nextView,
  push,
  replace,
  reset,
  setLoading,
  type ViewEvent,
} from './navigate.js'
export {
  type Attempting,
  type AttemptTarget,
  attemptAt,
  pairingConnectorId,
  type ShownAttempt,
  type ShownPlatforms,
  type ShownPlatformsParameters,
  shownAttempt,
  shownPlatforms,
  startShownAttempt,
} from './shownAttempt.js'
export {
  type CloseReason,
  closedView,
  currentRoute,
  type Direction,
  type NoParams,
  type Route,
  type ViewName,
  type ViewParams,
  type ViewProps,
  type ViewState,
} from './viewState.js'
