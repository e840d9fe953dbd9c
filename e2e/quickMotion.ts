import type { Page } from '@playwright/test'

/** A thousand times as fast: what fades or slides arrives with the next frame, and says so as ever. */
const playbackRate = 1_000

/**
 * Has a page's animations and transitions pass at once, and those without an end stand where they begin. A browser without a graphics card spends more on their
 * frames than on all else that a journey does.
 */
export async function quickenMotion(page: Page): Promise<void> {
  await page.context().addInitScript(stopEndless)
  const debug = await page.context().newCDPSession(page)
  // Else the next document that the page goes to has the usual rate.
  await debug.send('Animation.enable')
  await debug.send('Animation.setPlaybackRate', { playbackRate })
}

/** Runs in every document of the page's context, its frames' and its windows' too. */
function stopEndless(): void {
  const stop = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    for (const animation of target.getAnimations({ subtree: true })) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) continue
      animation.pause()
      animation.currentTime = 0
    }
  }
  document.addEventListener('animationstart', stop)
  // A shadow keeps its animations' events to itself.
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    root.addEventListener('animationstart', stop)
    return root
  }
}
