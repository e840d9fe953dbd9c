import type { Route } from '@foyer/core'
import type { ReactNode } from 'react'
import { usePiece } from '../piece.js'
import { ConnectView } from './ConnectView.js'
import { useModal } from './modalContext.js'
import { ViewSlot } from './ViewSlot.js'

/** The view that a route names. */
export function ViewOutlet({ route }: { readonly route: Route }): ReactNode {
  const { views } = useModal()
  if (route.view === 'Connect' && !views.hasLogin) return <ConnectView />
  return (
    <ViewSlot piece={views.at(route.view)} sketch={views.sketchOf(route.view)}>
      {({ draw }) => draw(route)}
    </ViewSlot>
  )
}

/** Returns the title in the card's head; undefined while the view that has it comes. */
export function useTitle(route: Route): string | undefined {
  const modal = useModal()
  const { say, views } = modal
  const piece = usePiece(views.at(route.view))
  if (route.view === 'Connect') return say('connect.title')
  if (piece.status === 'ready') return piece.content.title(route, modal)
  return piece.status === 'failed' ? say('shell.notAvailable') : undefined
}
