import type { FoyerState } from '@foyer/core'
import { currentRoute } from '@foyer/core/view'
import { part, Transition } from '@foyer/parts'
import { type ReactNode, useMemo, useRef } from 'react'
import { CardNotices } from './CardNotices.js'
import { CardPending } from './CardPending.js'
import { ModalHeader } from './ModalHeader.js'
import { type Modal, ModalContext, type ModalScope, type Say } from './modalContext.js'
import { OfflineBar } from './OfflineBar.js'
import { TitleStatus } from './TitleStatus.js'
import { titleOf } from './titleOf.js'
import { useHeldFocus } from './useHeldFocus.js'
import { useNeeded } from './useNeeded.js'
import { usePrefetch } from './usePrefetch.js'
import { ViewBoundary } from './ViewBoundary.js'
import { ViewOutlet } from './ViewOutlet.js'

export interface CardProps {
  readonly scope: ModalScope
  readonly state: FoyerState
  readonly titleId: string
}

/** What the card holds, once the sentences are there. */
export function Card({ scope, state, titleId }: CardProps): ReactNode {
  const catalogue = useNeeded({ piece: scope.catalogue, online: state.online })
  if (catalogue.status !== 'ready') {
    const { button } = scope.foyer.options.locale
    return (
      <CardPending
        titleId={titleId}
        sentences={button}
        failed={catalogue.status === 'failed'}
        retry={scope.catalogue.load}
      />
    )
  }
  return <ReadyCard scope={scope} state={state} titleId={titleId} say={catalogue.content} />
}

function ReadyCard({ scope, state, titleId, say }: CardProps & { readonly say: Say }): ReactNode {
  const { foyer, views, directory } = scope
  const modal = useMemo<Modal>(() => ({ foyer, views, directory, state, say }), [foyer, views, directory, state, say])
  const route = currentRoute(state.view)
  const { direction, loading } = state.view
  const outlet = useRef<HTMLDivElement>(null)
  useHeldFocus(outlet)
  usePrefetch({ views, online: state.online, clock: foyer.context.clock })
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
