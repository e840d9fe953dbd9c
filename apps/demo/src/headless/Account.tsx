import { useFoyerAccounts, useFoyerBalanceView, useFoyerDisconnecting, useFoyerIdentity } from '@foyer/react/headless'
import { useId } from 'react'
import { useWords } from '../words/WordsProvider.js'

/** Shows the connected account, and its balance. */
export function Account() {
  const { address, shortAddress, accounts, choose } = useFoyerAccounts()
  const { name } = useFoyerIdentity()
  const balance = useFoyerBalanceView()
  const { busy, disconnect } = useFoyerDisconnecting()
  const { headless } = useWords()
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.account}</h2>
      <p className="figure" dir="ltr" data-part="headless-balance" data-status={balance.status}>
        {balance.status === 'ready' ? (
          <>
            {balance.figure} {balance.symbol}
          </>
        ) : balance.status === 'failed' ? (
          <button type="button" className="link" onClick={balance.retry}>
            {headless.askBalance}
          </button>
        ) : (
          '…'
        )}
      </p>
      <p className="address" dir="ltr" data-part="headless-address" title={name ?? shortAddress}>
        {address}
      </p>
      {accounts.length > 1 ? (
        <label>
          {headless.accountInUse}
          <select value={address} onChange={(event) => choose(event.target.value)}>
            {accounts.map((each) => (
              <option key={each.address}>{each.address}</option>
            ))}
          </select>
        </label>
      ) : null}
      <button type="button" className="button quiet" disabled={busy} onClick={disconnect}>
        {headless.disconnect}
      </button>
    </section>
  )
}
