import type { ViewProps } from '@foyer/core'
import { part, Separator } from '@foyer/parts'
import type { ReactNode } from 'react'
import { DisconnectRow } from '../DisconnectRow.js'
import { useUnsupportedChain } from '../hooks/useNetworks.js'
import { useModal } from '../modalContext.js'
import { NetworkRows } from '../NetworkRows.js'

/** The wallet is on a network that the dapp, or a feature, doesn't have: another one, or no session [S2.8 S4.7]. */
export default function UnsupportedChainView(params: ViewProps<'UnsupportedChain'>): ReactNode {
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
