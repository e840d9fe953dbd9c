import { shortenAddress } from '@foyer/core/chain'
import { Button, DisconnectIcon } from '@foyer/parts'
import { familyOf } from '@foyer/walletconnect/protocol'
import type { ReactNode } from 'react'
import type { WalletFamily } from '../families/family.js'
import type { Wallet } from '../wallet/createWallet.js'
import type { ConnectedApp, WalletState } from '../wallet/state.js'
import { Facts } from './Facts.js'
import { NoticeBar } from './NoticeBar.js'
import { PeerCard } from './PeerCard.js'
import { Pick } from './Pick.js'
import { useBusy } from './useBusy.js'
import { WalletDialog } from './WalletDialog.js'

export interface AppDialogProps {
  readonly wallet: Wallet
  readonly state: WalletState
  readonly families: readonly WalletFamily[]
  readonly app: ConnectedApp
  readonly onClose: () => void
}

/** A connected application: its accounts and network, and its buttons to extend and to end the session. */
export function AppDialog({ wallet, state, families, app, onClose }: AppDialogProps): ReactNode {
  const { session, chainId, address } = app
  const { topic } = session
  const family = families.find(({ name }) => name === familyOf(chainId))
  const networks = state.networks.filter((each) => familyOf(each.chainId) === family?.name)
  const addresses = family && state.keyring ? family.addresses(state.keyring) : []
  const [isBusy, run] = useBusy()
  return (
    <WalletDialog
      title="Connected application"
      closeLabel="Close"
      onClose={onClose}
      actions={
        <Button variant="danger" icon={<DisconnectIcon />} busy={isBusy} onClick={() => run(wallet.disconnect(topic))}>
          Disconnect
        </Button>
      }
    >
      <NoticeBar wallet={wallet} notice={state.notice} />
      <PeerCard peer={session.peer} says="says that it is at" />
      <Pick
        label="Network"
        value={chainId}
        onPick={(to) => void wallet.switchNetwork({ topic, chainId: to })}
        options={withCurrent(
          networks.map((each) => ({ value: each.chainId, label: each.name })),
          chainId,
        )}
      />
      <Pick
        label="Account"
        value={address}
        onPick={(to) => void wallet.switchAccount({ topic, address: to })}
        options={withCurrent(
          addresses.map((each, index) => ({
            value: each,
            label: `Account ${index + 1} · ${shortenAddress({ address: each })}`,
          })),
          address,
        )}
      />
      <Facts
        facts={[
          { label: 'Until', value: new Date(session.expiresAt).toLocaleString() },
          { label: 'Confirmed', value: session.acknowledged ? 'Yes' : 'Not yet' },
        ]}
      />
      <div className="pair-of-buttons">
        <Button variant="quiet" size="sm" onClick={() => void wallet.extend(topic)}>
          Extend
        </Button>
        <Button variant="quiet" size="sm" onClick={() => void wallet.ping(topic)}>
          Ping
        </Button>
      </div>
    </WalletDialog>
  )
}

type Options = readonly { readonly value: string; readonly label: string }[]

/** The current value is always among the options, even if its key has been deleted. */
const withCurrent = (options: Options, value: string): Options =>
  options.some((each) => each.value === value) ? options : [{ value, label: value }, ...options]
