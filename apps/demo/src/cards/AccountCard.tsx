import { displayQuantity } from '@foyer/core/chain'
import { useFoyerAccount, useFoyerBalance, useFoyerNetwork, useFoyerWalletInfo } from '@foyer/react'
import { Card } from './Card.js'

/** Who is connected, where, and with how much. */
export function AccountCard() {
  const { address, status } = useFoyerAccount()
  const { network, unsupported } = useFoyerNetwork()
  const { balance } = useFoyerBalance()
  const wallet = useFoyerWalletInfo()
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Status', status],
    ['Wallet', wallet?.name],
    ['Address', address],
    ['Network', unsupported ? 'Not configured here' : network?.name],
    ['Balance', balance && displayQuantity({ quantity: balance, symbol: balance.symbol })],
  ]
  return (
    <Card id="account" title="Account">
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-part={`fact-${name.toLowerCase()}`} data-empty={value === undefined || undefined}>
              {value ?? 'None yet'}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
