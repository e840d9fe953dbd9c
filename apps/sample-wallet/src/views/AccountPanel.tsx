import { shortenAddress } from '@foyer/core/chain'
import { Avatar, CheckIcon, CopyIcon, IconButton, RefreshIcon } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import type { WalletFamily } from '../families/family.js'
import type { WalletState } from '../wallet/state.js'
import { Pick } from './Pick.js'
import { useBalance } from './useBalance.js'

export interface AccountPanelProps {
  readonly state: WalletState
  readonly families: readonly WalletFamily[]
}

/** An account and its balance. */
export function AccountPanel({ state: { keyring, networks, requests, apps }, families }: AccountPanelProps): ReactNode {
  const accounts = keyring
    ? families.flatMap((family) => family.addresses(keyring).map((address) => ({ family, address })))
    : []
  const [picked, setPicked] = useState('')
  const [chain, setChain] = useState('')
  const [asked, setAsked] = useState(0)
  const account = accounts.find(({ address }) => address === picked) ?? accounts[0]
  const known = networks.filter(({ chainId }) => chainId.startsWith(`${account?.family.name}:`))
  const network = known.find(({ chainId }) => chainId === chain) ?? known[0]
  const occasion = `${asked} ${requests.length} ${apps.length}`
  const balance = useBalance({ family: account?.family, network, address: account?.address, occasion })
  if (!account) return null
  return (
    <section className="panel account" aria-label="Account">
      <div className="account-head">
        <Avatar address={account.address} size="lg" />
        <Copyable text={account.address} />
      </div>
      <p className="total" data-part="balance" aria-live="polite">
        {balance.status === 'ready' ? (
          <>
            {balance.amount} <small>{balance.symbol}</small>
          </>
        ) : balance.status === 'loading' ? (
          <span className="dim">…</span>
        ) : (
          <span className="small">The network’s node doesn’t answer</span>
        )}
      </p>
      <div className="picks">
        <Pick
          label="Account"
          hideLabel
          value={account.address}
          onPick={setPicked}
          options={accounts.map(({ address }, index) => ({
            value: address,
            label: `Account ${index + 1} · ${shortenAddress({ address })}`,
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
