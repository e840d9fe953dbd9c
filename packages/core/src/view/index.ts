export { alertDelayMs, shakeMs, snackbarGapMs, snackbarStayMs } from './durations.js'
export {
  type CloseReason,
  type ClosingDecision,
  type ClosingFacts,
  closingDecision,
  type OpeningFacts,
  openingRoute,
} from './modal.js'
export { goBack, nextView, push, replace, reset, setLoading, type ViewEvent } from './navigate.js'
export {
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
