import { shortenAddress } from '@foyer/core/chain'
import type { Fact } from '@foyer/core/words'
import { Button, DisconnectIcon } from '@foyer/parts'
import { Facts } from '@foyer/parts/request'
import type { WalletFamily } from '@foyer/signing'
import { accountsOf, familyOf } from '@foyer/walletconnect/protocol'
import type { WalletSession } from '@foyer/walletconnect/wallet'
import type { ReactNode } from 'react'
import { addressOf } from '../wallet/context.js'
import type { Wallet } from '../wallet/createWallet.js'
import type { ConnectedApp, WalletState } from '../wallet/state.js'
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
  const granted = accountsOf(session)
  // Those of the families that the session has: another would have to be agreed to anew.
  const networks = state.networks.filter((each) =>
    granted.some((account) => familyOf(account) === familyOf(each.chainId)),
  )
  const addresses = family && state.keyring ? family.addresses({ keyring: state.keyring, chainId }) : []
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
        value={wallet.network(chainId)?.chainId ?? chainId}
        onPick={(to) => void wallet.switchNetwork({ topic, chainId: to })}
        options={withCurrent(
          networks.map((each) => ({ value: each.chainId, label: each.name })),
          wallet.network(chainId)?.chainId ?? chainId,
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
      <Facts facts={factsOf({ session, families })} />
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

/** Returns the facts of what the application was granted, family by family, and until when. */
function factsOf({
  session,
  families,
}: {
  readonly session: WalletSession
  readonly families: readonly WalletFamily[]
}): readonly Fact<string>[] {
  const granted = accountsOf(session)
  return [
    ...families.flatMap(({ name, label }) =>
      grantedFact({ label, accounts: granted.filter((each) => familyOf(each) === name) }),
    ),
    { label: 'Until', value: new Date(session.expiresAt).toLocaleString() },
    { label: 'Confirmed', value: session.acknowledged ? 'Yes' : 'Not yet' },
  ]
}

/** Returns the fact of a family's accounts that the application has. */
function grantedFact({
  label,
  accounts,
}: {
  readonly label: string
  readonly accounts: readonly string[]
}): Fact<string>[] {
  const addresses = [...new Set(accounts.map(addressOf))].map((address) => shortenAddress({ address }))
  return addresses.length === 0 ? [] : [{ label, value: addresses.join(', '), isCode: true }]
}

type Options = readonly { readonly value: string; readonly label: string }[]

/** The current value is always among the options, even if its key has been deleted. */
const withCurrent = (options: Options, value: string): Options =>
  options.some((each) => each.value === value) ? options : [{ value, label: value }, ...options]
