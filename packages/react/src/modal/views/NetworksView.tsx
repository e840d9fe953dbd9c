import type { ViewProps } from '@foyer/core'
import {
  Button,
  EmptyState,
  HelpIcon,
  LinkButton,
  NetworkImage,
  part,
  SearchField,
  SearchIcon,
  Separator,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { useNetworkChoice, useSwitchActiveChain, useUnsupportedChain } from '../hooks/useNetworks.js'
import { useModal } from '../modalContext.js'
import { NetworkRows } from '../NetworkRows.js'

/** Choose a network. */
export function NetworksView(): ReactNode {
  const { say } = useModal()
  const { rows, search, setSearch, choose, explain } = useNetworkChoice()
  return (
    <>
      <SearchField
        label={say('network.search')}
        placeholder={say('network.search')}
        clearLabel={say('network.clearSearch')}
        value={search}
        rows={rows.length}
        onValueChange={setSearch}
      />
      <div role="status">
        {rows.length === 0 ? <EmptyState icon={<SearchIcon />} title={say('network.none')} /> : null}
      </div>
      {rows.length > 0 ? <NetworkRows rows={rows} onChoose={choose} /> : null}
      <Separator />
      <div {...part({ name: 'network-help' })}>
        <p>{say('network.walletMayLack')}</p>
        <LinkButton icon={<HelpIcon />} onClick={explain}>
          {say('network.whatIsANetwork')}
        </LinkButton>
      </div>
    </>
  )
}

/** Another chain family needs another wallet. */
export function SwitchActiveChainView({ networkId }: ViewProps<'SwitchActiveChain'>): ReactNode {
  const { say, foyer } = useModal()
  const { network, goOn } = useSwitchActiveChain({ networkId })
  const name = network?.name ?? networkId
  return (
    <div {...part({ name: 'switch-chain' })}>
      <NetworkImage size="lg" name={name} src={network && networkImageOf({ network, foyer })} />
      <p {...part({ name: 'waiting-title' })}>{say('network.switchTo', { name })}</p>
      <p {...part({ name: 'waiting-text' })}>{say('network.switchToWhy', { name })}</p>
      <div {...part({ name: 'actions' })}>
        <Button partName="switch" onClick={goOn}>
          {say('network.switch')}
        </Button>
      </div>
    </div>
  )
}

/** The wallet is on a network that the dapp, or a feature, doesn't have: another one, or no session [S2.8 S4.7]. */
export function UnsupportedChainView(params: ViewProps<'UnsupportedChain'>): ReactNode {
  const { say } = useModal()
  const { rows, choose } = useUnsupportedChain(params)
  return (
    <>
      <p {...part({ name: 'lead' })}>
        {say(params.reason === 'swap' ? 'network.unsupportedForSwap' : 'network.unsupported')}
      </p>
      {rows.length > 0 ? <NetworkRows rows={rows} onChoose={choose} /> : null}
      {rows.length > 0 ? <Separator label={say('network.or')} /> : null}
      <DisconnectRow />
    </>
  )
}
