import type { Clock, FoyerState } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { currentRoute } from '@foyer/core/view'
import { part, Transition } from '@foyer/parts'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { CardNotices, OfflineBar, TitleStatus } from './CardNotices.js'
import { ModalHeader, titleOf } from './ModalHeader.js'
import { type Modal, ModalContext, type ModalScope } from './modalContext.js'
import { ViewOutlet } from './ViewOutlet.js'
import { ViewBoundary } from './ViewSlot.js'

export interface CardProps {
  readonly scope: ModalScope
  readonly state: FoyerState
  readonly titleId: string
}

/** What the card holds. */
export function Card({ scope, state, titleId }: CardProps): ReactNode {
  const { foyer, views, directory, say } = scope
  const modal = useMemo<Modal>(() => ({ foyer, views, directory, state, say }), [foyer, views, directory, state, say])
  const route = currentRoute(state.view)
  const { direction, loading } = state.view
  const outlet = useRef<HTMLDivElement>(null)
  useHeldFocus(outlet)
  usePrefetch({ views, online: state.online, clock: contextOf(foyer).clock })
  return (
    <ModalContext.Provider value={modal}>
      <ModalHeader titleId={titleId} route={route} />
      <OfflineBar />
      <div ref={outlet} aria-busy={loading || undefined} {...part({ name: 'outlet' })}>
        <Transition viewKey={route.view} direction={direction} labelledBy={titleId}>
          <ViewBoundary key={route.view} modal={modal}>
            <ViewOutlet route={route} />
          </ViewBoundary>
        </Transition>
      </div>
      <CardNotices />
      <TitleStatus title={titleOf({ route, modal })} />
    </ModalContext.Provider>
  )
}

/**
 * Keeps the focus in the modal when the control that had it goes, as the back button does, or one that tries again: the view takes it, and
 * hands it on to the one that comes.
 */
function useHeldFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = within.current?.closest('dialog')
    const root = dialog?.getRootNode()
    if (!dialog || !(root instanceof ShadowRoot)) return
    const observer = new MutationObserver(() => {
      if (!dialog.open || root.activeElement) return
      dialog.querySelector<HTMLElement>('[data-part="view"]')?.focus({ preventScroll: true })
    })
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [within])
}

/** How long the first view has the line to itself where the browser doesn't say when it's idle. */
const quietMs = 1_000

/** Fetches the other views while the visitor reads the first. */
function usePrefetch({
  views,
  online,
  clock,
}: Pick<ModalScope, 'views'> & { readonly online: boolean; readonly clock: Clock }): void {
  useEffect(() => {
    if (!online) return
    const load = () => {
      for (const view of Object.values(views)) view.load()
    }
    if (typeof requestIdleCallback !== 'function') return clock.setTimeout(load, quietMs)
    const idle = requestIdleCallback(load, { timeout: 2 * quietMs })
    return () => cancelIdleCallback(idle)
  }, [views, online, clock])
}
