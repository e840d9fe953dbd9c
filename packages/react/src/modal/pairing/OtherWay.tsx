import { contextOf } from '@foyer/core/internal'
import { currentRoute, goBack, reset } from '@foyer/core/view'
import { LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** Leads to the other ways to connect, where this view isn't the first of them [S2.11]. */
export function OtherWay(): ReactNode {
  const { foyer, state, say } = useModal()
  const { adapters, options } = contextOf(foyer)
  const { history } = state.view
  const isHome = options.manualWCControl || adapters.size === 0
  if (currentRoute(state.view).view === 'ConnectingWalletConnectBasic' || (isHome && history.length < 2)) return null
  return (
    <LinkButton
      partName="other-way"
      onClick={() => (history.length > 1 ? goBack(foyer) : reset(foyer, { view: 'Connect' }))}
    >
      {say('pairing.otherWay')}
    </LinkButton>
  )
}
