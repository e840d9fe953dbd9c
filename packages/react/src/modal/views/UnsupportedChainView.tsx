import { part, Separator } from '@foyer/parts'
import type { ReactNode } from 'react'
import { DisconnectRow } from '../DisconnectRow.js'
import { useUnsupportedChain } from '../hooks/useNetworks.js'
import { useModal } from '../modalContext.js'
import { NetworkRows } from '../NetworkRows.js'

/** The wallet is on a network that the dapp doesn't have: another one, or no session [S2.8 S4.7]. */
export default function UnsupportedChainView(): ReactNode {
  const { say } = useModal()
  const { rows, choose } = useUnsupportedChain()
  return (
    <>
      <p {...part({ name: 'lead' })}>{say('network.unsupported')}</p>
      <NetworkRows rows={rows} onChoose={choose} />
      <Separator label={say('network.or')} />
      <DisconnectRow />
    </>
  )
}
