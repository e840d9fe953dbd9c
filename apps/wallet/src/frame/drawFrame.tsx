import { mount } from '../views/mount.js'
import { FrameApp } from './FrameApp.js'
import type { OpenedFrame } from './openFrame.js'

/** Draws the frame, and follows the theme of the page around. */
export function drawFrame({ place, frame }: { readonly place: HTMLElement; readonly frame: OpenedFrame }): void {
  const setTheme = mount(place, <FrameApp frame={frame} />)
  const follow = () => setTheme(frame.state.get().theme)
  frame.state.subscribe(follow)
  follow()
}
