export { alertDelayMs, shakeMs, snackbarGapMs, snackbarStayMs } from './durations.js'
export { closedView, currentRoute, type Direction, nextView, type ViewEvent, type ViewState } from './nextView.js'
export type { NoParams, Route, ViewName, ViewParams, ViewProps } from './params.js'
export {
  type CloseReason,
  type ClosingDecision,
  type ClosingFacts,
  closingDecision,
  type OpeningFacts,
  openingRoute,
} from './rules.js'
