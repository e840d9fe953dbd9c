import type { Foyer } from '@foyer/core'
import { displayWorth } from '@foyer/core/account'
import { displayExact } from '@foyer/core/chain'
import { useFoyerTokens } from '@foyer/react/headless'
import { useId } from 'react'
import { useWords } from '../words/WordsProvider.js'

/** Lists the account's balances, to the last unit. */
export function Tokens({ foyer }: { readonly foyer: Foyer }) {
  const { status, tokens, total, retry } = useFoyerTokens()
  const { headless } = useWords()
  const locale = foyer.options.locale.tag
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.tokens}</h2>
      <p className="figure" data-part="headless-total" data-status={status}>
        {status === 'loading' ? '…' : total}
      </p>
      <ul className="tokens">
        {tokens.map(({ key, name, symbol, value, decimals, usd }) => (
          <li key={key} data-part="headless-token" data-symbol={symbol}>
            <span>{name}</span>
            <span>
              {displayExact({ amount: { value, decimals }, locale })} {symbol}
            </span>
            <span>{usd ? displayWorth({ usd, locale }) : ''}</span>
          </li>
        ))}
      </ul>
      {status === 'failed' ? (
        <button type="button" className="link" onClick={retry}>
          {headless.askTokens}
        </button>
      ) : null}
    </section>
  )
}
