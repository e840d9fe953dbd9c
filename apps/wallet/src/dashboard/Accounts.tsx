import type { WalletAddresses } from '@foyer/embedded/custody'
import { Avatar, CheckIcon, CopyIcon, IconButton } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'

/** The wallet's accounts, one a family. */
export function Accounts({ addresses }: { readonly addresses: WalletAddresses }): ReactNode {
  return (
    <ul className="accounts">
      <Account name={sayHere('dashboard.evm')} address={addresses.eip155} />
      <Account name={sayHere('dashboard.solana')} address={addresses.solana} />
    </ul>
  )
}

function Account({ name, address }: { readonly name: string; readonly address: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(address).then(() => setCopied(true))
  return (
    <li className="account">
      <Avatar address={address} size="md" />
      <span className="what">
        <span className="small">{name}</span>
        <code className="address" dir="ltr">
          {address}
        </code>
      </span>
      <IconButton
        label={sayHere('dashboard.copy', { name })}
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copy()}
      />
      <span role="status" data-part="visually-hidden">
        {isCopied ? sayHere('dashboard.copied') : ''}
      </span>
    </li>
  )
}
