import { useFoyerConnectRows, useFoyerSentences } from '@foyer/react/headless'

/** A list of the wallets that there are, and where the one that was chosen stands. */
export function Connect() {
  const { rows, phase, choose, attempt, cancel } = useFoyerConnectRows()
  const say = useFoyerSentences()
  const status =
    attempt?.phase === 'waiting'
      ? `Continue in ${attempt.name}`
      : attempt?.notice
        ? say(attempt.notice)
        : attempt?.phase === 'declined'
          ? 'You declined. Choose a wallet to try again.'
          : attempt && attempt.phase !== 'idle'
            ? 'That failed. Choose a wallet to try again.'
            : ''
  return (
    <section aria-label="Wallets">
      {phase === 'looking' ? <p>Looking for wallets…</p> : null}
      {phase === 'none' ? <p>There is no wallet in this browser.</p> : null}
      <ul>
        {rows.map((row) =>
          row.kind === 'coming' ? null : (
            <li key={row.id}>
              <button type="button" onClick={() => choose(row)}>
                {row.icon ? <img src={row.icon} alt="" width="24" height="24" /> : null} {row.name}
              </button>
            </li>
          ),
        )}
      </ul>
      <p role="status">{status}</p>
      {attempt?.uri ? <input readOnly aria-label="Link for a wallet elsewhere" value={attempt.uri} /> : null}
      {attempt?.phase === 'waiting' ? (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      ) : null}
    </section>
  )
}
