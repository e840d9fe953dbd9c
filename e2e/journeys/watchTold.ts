import type { Locator } from '@playwright/test'

/**
 * Watches from within what is told for a while only: it may be gone before anybody outside has looked.
 *
 * @param where - anything in the tree that tells
 * @returns all that it has told since
 */
export async function watchTold(where: Locator): Promise<() => Promise<readonly string[]>> {
  const told = await where.evaluateHandle((node) => {
    const tree = node.getRootNode()
    const texts: string[] = []
    let shown: string | undefined
    new MutationObserver(() => {
      if (!(tree instanceof ShadowRoot)) return
      const now = tree.querySelector('[data-part="snackbar-message"]')?.textContent ?? undefined
      if (now !== undefined && now !== shown) texts.push(now)
      shown = now
    }).observe(tree, { childList: true, characterData: true, subtree: true })
    return texts
  })
  return () => told.jsonValue()
}
