import { displayQuantity } from '@foyer/core/chain'
import { useFoyer, useFoyerAccount, useFoyerBalance, useFoyerNetwork, useFoyerWalletInfo } from '@foyer/react'
import type { DemoSettings } from '../settings.js'
import { useWords } from '../words/WordsProvider.js'
import { Card } from './Card.js'
import { LocalCoins } from './LocalCoins.js'

type Fact = 'status' | 'wallet' | 'address' | 'network' | 'balance'

/** Shows the connected account, its network and its balance. */
export function AccountCard({ chains, networks }: Pick<DemoSettings, 'chains' | 'networks'>) {
  const { address, status } = useFoyerAccount()
  const { network, unsupported } = useFoyerNetwork()
  const { balance } = useFoyerBalance()
  const locale = useFoyer().options.locale.tag
  const wallet = useFoyerWalletInfo()
  const { account } = useWords()
  const rows: readonly (readonly [name: Fact, value: string | undefined])[] = [
    ['status', account[status]],
    ['wallet', wallet?.name],
    ['address', address],
    ['network', unsupported ? account.notConfigured : network?.name],
    ['balance', balance && displayQuantity({ quantity: balance, symbol: balance.symbol, locale })],
  ]
  return (
    <Card id="account" title={account.title}>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{account[name]}</dt>
            <dd data-part={`fact-${name}`} data-empty={value === undefined || undefined}>
              <bdi>{value ?? account.none}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <LocalCoins chains={chains} networks={networks} />
    </Card>
  )
}
