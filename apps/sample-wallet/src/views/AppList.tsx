import { EmptyState, QrIcon, Row, RowList, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import type { WalletState } from '../wallet/state.js'
import { peerName, peerPlace } from './peerName.js'
import { pictureOf } from './pictureOf.js'

export interface AppListProps {
  readonly wallet: Pick<Wallet, 'network'>
  readonly state: Pick<WalletState, 'apps'>
  readonly onPick: (topic: string) => void
}

/** The applications that the wallet is connected to. */
export function AppList({ wallet, state: { apps }, onPick }: AppListProps): ReactNode {
  return (
    <section className="panel" aria-labelledby="apps">
      <h2 id="apps">Connected applications</h2>
      {apps.length === 0 ? (
        <EmptyState
          icon={<QrIcon />}
          title="None so far"
          text="In an application choose WalletConnect, copy its code, and paste it above."
        />
      ) : (
        <RowList label="Connected applications">
          {apps.map(({ session: { topic, peer }, chainId }) => (
            <Row
              key={topic}
              label={peerName(peer)}
              sublabel={`${peerPlace(peer)} · ${wallet.network(chainId)?.name ?? chainId}`}
              image={<WalletImage name={peerName(peer)} src={pictureOf(peer)} />}
              chevron
              onClick={() => onPick(topic)}
            />
          ))}
        </RowList>
      )}
    </section>
  )
}
