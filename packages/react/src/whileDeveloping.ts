import type { Foyer } from '@foyer/core'
import { contextOf, same } from '@foyer/core/internal'
import { useEffect, useRef } from 'react'

// What a page says to its developer. Each use stands behind `NODE_ENV`, so that no visitor downloads it.

/** Says on the console what a provider can see to be wrong: a kit that is made at each render, a page without the sheet. */
export function useWhileDeveloping(foyer: Foyer): void {
  const former = useRef(foyer)
  useEffect(() => {
    if (isRemade(former.current, foyer))
      console.error(
        'A component makes a kit each time that it renders, and so loses what the former knew. Call `createFoyer` outside of components, or `useState(() => createFoyer(…))`.',
      )
    former.current = foyer
  }, [foyer])
  useEffect(() => watchSheet(foyer), [foyer])
}

/** A kit of the same options that a render made. One of a module that was replaced while its author writes is well, as is one of other options. */
function isRemade(former: Foyer, foyer: Foyer): boolean {
  return former !== foyer && contextOf(foyer).isMadeInRender === true && same(plainOf(former), plainOf(foyer))
}

/** What of a kit's options can be compared: of adapters and connectors each call makes new ones. */
const plainOf = ({ options: { networks, projectId, themeMode, locale, features } }: Foyer): unknown => ({
  networks,
  projectId,
  themeMode,
  features,
  language: locale.tag,
})

/** Looks for the sheet's first variable on a part of the kit, once the page is loaded and painted, and at each opening. @returns stops */
function watchSheet(foyer: Foyer): () => void {
  let stopped = false
  const look = () => {
    const [part] = document.querySelectorAll('[data-part="foyer"]')
    if (stopped || !part || getComputedStyle(part).getPropertyValue('--foyer-u')) return
    stop()
    console.error(
      "The style sheet of the buttons isn't in this page. Write where the page begins: import '@foyer/react/style.css'",
    )
  }
  const lookOncePainted = () => requestAnimationFrame(() => requestAnimationFrame(look))
  const stopWatching = foyer.subscribe(({ view }) => view.open, lookOncePainted)
  const stop = () => {
    stopped = true
    stopWatching()
    window.removeEventListener('load', lookOncePainted)
  }
  // A document without layout, as of jsdom, has no sheets to look for.
  if (!globalThis.CSS?.supports) stop()
  else if (document.readyState === 'complete') lookOncePainted()
  else window.addEventListener('load', lookOncePainted)
  return stop
}

/** The outermost hook of ours that a call stands in, by the names in its stack, which only a build for visitors shortens. */
export function missingProvider(stack: string | undefined): string {
  const [hook] = [...(stack ?? '').matchAll(/\buseFoyer\w*/g)].slice(-1)
  return `No FoyerProvider above ${hook ? `\`${hook[0]}\`` : 'a hook or a button of the kit'}. Put \`<FoyerProvider foyer={foyer}>\` of \`@foyer/react\` around what uses it, with the kit that \`createFoyer\` made.`
}
