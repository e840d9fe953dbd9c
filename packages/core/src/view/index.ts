export { currentRoute } from './currentRoute.js'
export { alertDelayMs, shakeMs, snackbarGapMs, snackbarStayMs } from './durations.js'
export { goBack, push, replace, reset, setLoading } from './navigate.js'
export { nextView, type ViewEvent } from './nextView.js'
export type { NoParams, Route, ViewName, ViewParams, ViewProps } from './params.js'
export {
  type CloseReason,
  type ClosingDecision,
  type ClosingFacts,
  closingDecision,
  type OpeningFacts,
  openingRoute,
} from './rules.js'
export { closedView, type Direction, type ViewState } from './viewState.js'
