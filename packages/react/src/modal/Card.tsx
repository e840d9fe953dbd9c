import type { Foyer, FoyerState, Route } from '@foyer/core'
import { painted } from '@foyer/core/internal'
import { currentRoute } from '@foyer/core/view'
import { part, Transition } from '@foyer/parts'
import { type MemoExoticComponent, memo, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { KitContext } from '../kit.js'
import { AlertPlace, OfflineBar, TitleStatus } from './CardNotices.js'
import { ModalHeader } from './ModalHeader.js'
import { type Modal, ModalContext, type ModalScope, useModal } from './modalContext.js'
import { useTitle, ViewOutlet } from './ViewOutlet.js'
import { ViewBoundary } from './ViewSlot.js'

export interface CardProps {
  readonly scope: ModalScope
  readonly state: FoyerState
  readonly titleId: string
}

/** The card's content. The same again is left alone: one that was drawn ahead is only shown. */
export const Card: MemoExoticComponent<(props: CardProps) => ReactNode> = memo(function Card(
  props: CardProps,
): ReactNode {
  const { scope, state, titleId } = props
  const { foyer, views, source, say } = scope
  const modal = useMemo<Modal>(() => ({ foyer, views, state, say }), [foyer, views, state, say])
  const kit = useMemo(() => ({ foyer, shown: shownKit({ foyer, source }) }), [foyer, source])
  const route = currentRoute(state.view)
  const { direction, loading } = state.view
  const outlet = useRef<HTMLDivElement>(null)
  useHeldFocus(outlet)
  usePrefetch({ views, online: state.online })
  return (
    <KitContext.Provider value={kit}>
      <ModalContext.Provider value={modal}>
        <Head titleId={titleId} route={route} />
        <OfflineBar />
        <AlertPlace />
        <div ref={outlet} aria-busy={loading || undefined} {...part({ name: 'outlet' })}>
          <Transition viewKey={route.view} direction={direction} labelledBy={titleId}>
            <ViewBoundary key={route.view} modal={modal}>
              <ViewOutlet route={route} />
            </ViewBoundary>
          </Transition>
        </div>
      </ModalContext.Provider>
    </KitContext.Provider>
  )
})

/** The card's head, and what announces its title. */
function Head({ titleId, route }: { readonly titleId: string; readonly route: Route }): ReactNode {
  const { say } = useModal()
  const title = useTitle(route)
  return (
    <>
      <ModalHeader titleId={titleId} title={title ?? say('shell.loading')} route={route} />
      <TitleStatus title={title} />
    </>
  )
}

/** The kit with the state that the modal shows, so that the hooks that a host has too draw what the visitor sees. */
function shownKit({ foyer, source: { get, subscribe } }: Pick<ModalScope, 'foyer' | 'source'>): Foyer {
  const store: Foyer['store'] = {
    ...foyer.store,
    getState: () => get().state,
    subscribe(listener) {
      let before = get().state
      return subscribe(() => {
        const former = before
        before = get().state
        listener(before, former)
      })
    },
  }
  return { ...foyer, store }
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

/** Fetches the other views once the first is painted. */
function usePrefetch({ views, online }: Pick<ModalScope, 'views'> & { readonly online: boolean }): void {
  useEffect(() => {
    // It is of the chunk of the common views.
    if (online) painted().then(views.tooltip.load)
  }, [views, online])
}
