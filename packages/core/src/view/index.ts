export { alertDelayMs, shakeMs, snackbarGapMs, snackbarStayMs } from './durations.js'
export { type ClosingDecision, type ClosingFacts, closingDecision, type OpeningFacts, openingRoute } from './modal.js'
export { choosePlatform, goBack, nextView, push, replace, reset, setLoading, type ViewEvent } from './navigate.js'
export {
  type Attempting,
  type AttemptTarget,
  attemptAt,
  pairingConnectorId,
  type ShownAttempt,
  type ShownPlatforms,
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
