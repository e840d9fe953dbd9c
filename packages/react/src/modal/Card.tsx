import type { FoyerState } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { currentRoute } from '@foyer/core/view'
import { part, Transition } from '@foyer/parts'
import { type ReactNode, useMemo, useRef } from 'react'
import { CardNotices } from './CardNotices.js'
import { ModalHeader } from './ModalHeader.js'
import { type Modal, ModalContext, type ModalScope } from './modalContext.js'
import { OfflineBar } from './OfflineBar.js'
import { TitleStatus } from './TitleStatus.js'
import { titleOf } from './titleOf.js'
import { useHeldFocus } from './useHeldFocus.js'
import { usePrefetch } from './usePrefetch.js'
import { ViewBoundary } from './ViewBoundary.js'
import { ViewOutlet } from './ViewOutlet.js'

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
