import { type Approvals, createApprovals } from '../approval/approvals.js'
import type { Store } from '../store.js'
import type { FrameState } from './handlers.js'
import { glanced, type PaintingWindow } from './painted.js'
import type { Surface } from './surface.js'
import type { TakeVisitParameters } from './visits.js'

export interface FrameApprovalsParameters extends Omit<TakeVisitParameters, 'window'> {
  readonly window: TakeVisitParameters['window'] & PaintingWindow
  readonly state: Store<FrameState>
  readonly surface: Surface
}

/** The approvals of a frame: what waits is in its state and shown by the page around, and what was decided in a visit isn't asked again. */
export const createFrameApprovals = ({ state, surface, ...asking }: FrameApprovalsParameters): Approvals =>
  createApprovals({
    site: asking.site,
    show(waiting, answered) {
      const isLeft = state.get().answered?.receipt?.came !== undefined && !answered
      state.set({ approvals: waiting, answered })
      if (waiting.length > 0) surface.follow()
      else if (isLeft) void surface.followOncePainted()
    },
    glance: ({ came }) => glanced(asking.window, came ? 'read' : 'seen'),
    decidedBefore: async (asked) => (await import('./visits.js')).takeVisit(asking, asked),
  })
