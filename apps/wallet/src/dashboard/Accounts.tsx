import type { WalletAddresses } from '@foyer/login/loginCalls'
import { Avatar, CheckIcon, CopyIcon, IconButton } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { type DashboardSentenceName, sayHere } from '../messages/dashboardSentences.js'

export interface AccountsProps {
  readonly addresses: WalletAddresses
  /** Draws below an account, by it and its family's name here; nothing unless said. */
  readonly belowOf?: ((account: WalletAddresses[number], name: string) => ReactNode) | undefined
}

/** The wallet's accounts, one a family. */
export function Accounts({ addresses, belowOf }: AccountsProps): ReactNode {
  return (
    <ul className="accounts">
      {addresses.map((account) => {
        const { family, address } = account
        const name = nameOfFamily(family)
        return (
          <li key={`${family}:${address}`} className="account">
            <Account name={name} address={address} />
            {belowOf?.(account, name)}
          </li>
        )
      })}
    </ul>
  )
}

const names = new Map<string, DashboardSentenceName>([
  ['eip155', 'dashboard.evm'],
  ['solana', 'dashboard.solana'],
])

function nameOfFamily(family: string): string {
  const name = names.get(family)
  return name ? sayHere(name) : family
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
