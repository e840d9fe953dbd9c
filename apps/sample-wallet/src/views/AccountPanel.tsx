import { shortenAddress } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import { Avatar, CheckIcon, CopyIcon, IconButton, RefreshIcon } from '@foyer/parts'
import type { Keyring, WalletFamily } from '@foyer/signing'
import { familyOf } from '@foyer/walletconnect/protocol'
import { type ReactNode, useState } from 'react'
import type { WalletState } from '../wallet/state.js'
import { Pick } from './Pick.js'
import { type ShownBalance, useBalance } from './useBalance.js'

export interface AccountPanelProps {
  readonly state: WalletState
  readonly families: readonly WalletFamily[]
}

/** An account and its balance. */
export function AccountPanel({ state: { keyring, networks, requests, apps }, families }: AccountPanelProps): ReactNode {
  const accounts = keyring ? families.flatMap((family) => accountsIn({ family, keyring, networks })) : []
  const [picked, setPicked] = useState('')
  const [chain, setChain] = useState('')
  const [asked, setAsked] = useState(0)
  const account = accounts.find(({ id }) => id === picked) ?? accounts[0]
  const known = networks.filter(({ chainId }) => chainId.startsWith(`${account?.family.name}:`))
  const network = known.find(({ chainId }) => chainId === chain) ?? known[0]
  const address = account?.addressOn(network?.chainId ?? '')
  const occasion = `${asked} ${requests.length} ${apps.length}`
  const balance = useBalance({ family: account?.family, network, address, occasion })
  if (!account || !keyring || address === undefined) return null
  const others = network ? (account.family.otherAddresses?.({ keyring, chainId: network.chainId, address }) ?? []) : []
  return (
    <section className="panel account" aria-label="Account">
      <div className="account-head">
        <Avatar address={address} size="lg" />
        <Copyable text={address} />
        {others.map((other) => (
          <p key={other.address} className="small">
            {other.label}: <Copyable text={other.address} />
          </p>
        ))}
      </div>
      <p className="total" data-part="balance" aria-live="polite">
        <Balance balance={balance} />
      </p>
      <div className="picks">
        <Pick
          label="Account"
          hideLabel
          value={account.id}
          onPick={setPicked}
          options={accounts.map((each) => ({
            value: each.id,
            label: `${each.label} · ${shortenAddress({ address: each.addressOn(network?.chainId ?? '') })}`,
          }))}
        />
        <Pick
          label="Network"
          hideLabel
          value={network?.chainId ?? ''}
          onPick={setChain}
          options={known.map(({ chainId, name }) => ({ value: chainId, label: name }))}
        />
        <IconButton
          label="Ask for the balance again"
          icon={<RefreshIcon />}
          variant="quiet"
          onClick={() => setAsked((times) => times + 1)}
        />
      </div>
    </section>
  )
}

function Balance({ balance }: { readonly balance: ShownBalance }): ReactNode {
  if (balance.status === 'loading') return <span className="dim">…</span>
  if (balance.status === 'unreachable') return <span className="small">The network’s node doesn’t answer</span>
  return (
    <>
      {balance.amount} <small>{balance.symbol}</small>
    </>
  )
}

interface PanelAccount {
  readonly id: string
  readonly label: string
  readonly family: WalletFamily
  /** Its address on a chain of the family, or on the family's first where the chain is another's. */
  readonly addressOn: (chainId: string) => string
}

/** A family's accounts, where the wallet has a network of it. */
function accountsIn({
  family,
  keyring,
  networks,
}: {
  readonly family: WalletFamily
  readonly keyring: Keyring
  readonly networks: readonly WalletNetwork[]
}): readonly PanelAccount[] {
  const chainIds = networks.flatMap(({ chainId }) => (familyOf(chainId) === family.name ? [chainId] : []))
  const [first] = chainIds
  if (first === undefined) return []
  return family.addresses({ keyring, chainId: first }).map((address, index) => ({
    id: `${family.name}/${index}`,
    label: `${family.label} ${index + 1}`,
    family,
    addressOn: (chainId) =>
      chainIds.includes(chainId) ? (family.addresses({ keyring, chainId })[index] ?? address) : address,
  }))
}

/** A shortened address whose button copies it whole. */
function Copyable({ text }: { readonly text: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <button
      type="button"
      className="copyable"
      onClick={copy}
      title={text}
      aria-label={`${shortenAddress({ address: text })}: copy the address`}
    >
      <span data-part="address">{shortenAddress({ address: text })}</span>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span role="status" data-part="visually-hidden">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
