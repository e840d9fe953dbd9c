import type { Locator } from '@playwright/test'

/**
 * Watches a card from within: half a second may be over before anybody outside has looked.
 *
 * @returns how long each of its shakings took, in milliseconds; nothing for one that stands still
 */
export async function watchShakes(card: Locator): Promise<() => Promise<readonly unknown[]>> {
  const shakes = await card.evaluateHandle((node) => {
    const seen: unknown[][] = []
    new MutationObserver(() => {
      if (!node.hasAttribute('data-shaking')) return
      const isShake = (animation: Animation) =>
        animation instanceof CSSAnimation && animation.animationName === 'foyer-shake'
      const running = node.getAnimations().filter(isShake)
      seen.push(running.map(({ effect }) => effect?.getComputedTiming().duration))
    }).observe(node, { attributes: true, attributeFilter: ['data-shaking'] })
    return seen
  })
  return () => shakes.jsonValue()
}
