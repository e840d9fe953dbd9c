import type { Store } from '../store.js'
import type { FrameState } from './handlers.js'
import { type PaintingWindow, painted } from './painted.js'

/** Whether the page around shows the frame, which is asked of it anew as often as what the frame has to show has changed. */
export interface Surface {
  /** The frame's views are there. One that is shown before lies over the page around as an empty card. */
  drawn(): void
  /** Something has come that is to be seen. */
  follow(): void
  /** Something has gone, and may still be painted: a frame that is hidden too early shows it for a moment when it is shown again. */
  followOncePainted(): Promise<void>
}

/** @param tell - says to the page around whether there is something to show */
export function createSurface({
  state,
  window,
  tell,
}: {
  readonly state: Pick<Store<FrameState>, 'get'>
  readonly window: PaintingWindow
  readonly tell: (isShown: boolean) => void
}): Surface {
  let drawn = () => {}
  const whenDrawn = new Promise<void>((resolve) => {
    drawn = resolve
  })
  const isWanted = () => {
    const { login, approvals, answered } = state.get()
    return login !== undefined || approvals.length > 0 || answered?.receipt?.came !== undefined
  }
  const follow = () => void whenDrawn.then(() => tell(isWanted()))
  return { drawn, follow, followOncePainted: () => painted(window).then(follow) }
}
