import type { Route } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { goBack, isHeld, push } from '@foyer/core/view'
import { BackIcon, Header, HelpIcon, IconButton, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { usePiece } from '../piece.js'
import { type Modal, useModal } from './modalContext.js'
import { Needed } from './ViewSlot.js'

export interface ModalHeaderProps {
  readonly titleId: string
  readonly title: string
  readonly route: Route
}

/** The card's head: the way back, help on Connect, the network on Account; the title; the way out. */
export function ModalHeader({ titleId, title, route }: ModalHeaderProps): ReactNode {
  const { foyer, state, say } = useModal()
  const onAccount = route.view === 'Account'
  // Where a press would only shake, no cross promises more: the view has the ways out.
  const held = isHeld(contextOf(foyer), state, route)
  return (
    <Header
      titleId={titleId}
      title={title}
      hideTitle={onAccount}
      direction={state.view.direction}
      left={held === 'byAll' ? null : <HeaderLeft route={route} />}
      closeLabel={held || isHome({ foyer, state }) ? undefined : say('button.close')}
    />
  )
}

/** An embedded modal closes to where it begins. */
const isHome = ({ foyer, state }: Pick<Modal, 'foyer' | 'state'>): boolean | undefined =>
  foyer.options.enableEmbedded && state.view.history.length === 1

function HeaderLeft({ route }: Pick<ModalHeaderProps, 'route'>): ReactNode {
  const { foyer, state, say, views } = useModal()
  const tooltip = usePiece(views.tooltip)
  // The network's code comes with the account's.
  if (route.view === 'Account' && foyer.options.enableNetworkSwitch) return <Needed piece={views.network} />
  if (state.view.history.length > 1)
    return <IconButton partName="back" label={say('shell.back')} icon={<BackIcon />} onClick={() => goBack(foyer)} />
  if (route.view !== 'Connect') return null
  const help = () => {
    contextOf(foyer).track({ event: 'CLICK_WALLET_HELP' })
    push(foyer, { view: 'WhatIsAWallet' })
  }
  const label = say('help.walletTitle')
  return (
    <span {...part({ name: 'tooltip-trigger' })}>
      <IconButton partName="help" label={label} icon={<HelpIcon />} onClick={help} />
      {tooltip.status === 'ready' ? <tooltip.content text={label} /> : null}
    </span>
  )
}
