import type { WalletAddresses } from '@foyer/embedded/custody'
import { Avatar, CheckIcon, CopyIcon, IconButton } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'

export interface AccountsProps {
  readonly addresses: WalletAddresses
  /** What stands below an account, by its family and its name here; nothing unless said. */
  readonly belowOf?: ((family: keyof WalletAddresses, name: string) => ReactNode) | undefined
}

/** The wallet's accounts, one a family. */
export function Accounts({ addresses, belowOf }: AccountsProps): ReactNode {
  const names = { eip155: sayHere('dashboard.evm'), solana: sayHere('dashboard.solana') }
  return (
    <ul className="accounts">
      {(['eip155', 'solana'] as const).map((family) => (
        <li key={family} className="account">
          <Account name={names[family]} address={addresses[family]} />
          {belowOf?.(family, names[family])}
        </li>
      ))}
    </ul>
  )
}

function Account({ name, address }: { readonly name: string; readonly address: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(address).then(() => setCopied(true))
  return (
    <div className="of">
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
    </div>
  )
}
