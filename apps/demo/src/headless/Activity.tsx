import { activitySentences } from '@foyer/core/messages'
import { type ActivityLine, useFoyerActivity, useFoyerSentences } from '@foyer/react/headless'
import { useId } from 'react'
import { useWords } from '../words/WordsProvider.js'

/** Lists what the account has done, and what it has sent that isn't in a block yet. */
export function Activity() {
  const say = useFoyerSentences(activitySentences)
  const { status, pending, groups, more, loadMore, retry } = useFoyerActivity()
  const { headless } = useWords()
  const title = useId()
  const lineOf = ({ key, type, status, when, transfers, reason }: ActivityLine) => (
    <li key={key} className="row" data-status={status}>
      <span>
        {say(`activity.${type}`)} {transfers.map(({ amount, name }) => amount ?? name).join(' → ')}
      </span>
      <small>{status === 'failed' ? (reason ?? say('activity.isFailed')) : when}</small>
    </li>
  )
  return (
    <section className="card" aria-labelledby={title} data-part="headless-activity">
      <h2 id={title}>{say('activity.title')}</h2>
      {pending.length > 0 ? (
        <>
          <h3>{say('activity.pending')}</h3>
          <ul className="rows">{pending.map(lineOf)}</ul>
        </>
      ) : null}
      {groups.map((group) => (
        <section key={group.key}>
          <h3>{group.title}</h3>
          <ul className="rows">{group.items.map(lineOf)}</ul>
        </section>
      ))}
      {status === 'loading' ? <p className="hint">{headless.loading}</p> : null}
      {status === 'ready' && groups.length + pending.length === 0 ? (
        <p className="hint">{say('activity.none')}</p>
      ) : null}
      {status === 'failed' ? (
        <button type="button" className="link" onClick={retry}>
          {say('activity.failed')} · {say('button.tryAgain')}
        </button>
      ) : null}
      {more !== 'none' ? (
        <button type="button" className="link" disabled={more === 'loading'} onClick={loadMore}>
          {say('activity.older')}
        </button>
      ) : null}
    </section>
  )
}
