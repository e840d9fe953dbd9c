import type { Purchase } from '@foyer/core/onramp'
import { push, replace } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { Button, CardIcon, ClockIcon, EmptyState, Link, LinkButton, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerOnramp, useFoyerPurchase } from '../../headless/onramp.js'
import type { Say } from '../../headless/say.js'
import { CopyLink } from '../CopyLink.js'
import { useModal } from '../modalContext.js'
import { WaitingFor } from '../WaitingFor.js'
import { PurchaseReceipt } from './PurchaseReceipt.js'

/** The visitor buys in the provider's window; the purchase is followed from here. */
export function BuyInProgressView(): ReactNode {
  const { say, foyer } = useModal()
  const purchase = useFoyerPurchase()
  if (!purchase)
    return (
      <EmptyState
        icon={<CardIcon />}
        title={say('onramp.noPurchase')}
        action={<Button onClick={() => replace(foyer, { view: 'OnRampProviders' })}>{say('onramp.title')}</Button>}
      />
    )
  return purchase.row ? <PurchaseReceipt purchase={purchase} row={purchase.row} /> : <Following purchase={purchase} />
}

function Following({ purchase }: { readonly purchase: Purchase }): ReactNode {
  const { say, foyer } = useModal()
  const { buy } = useFoyerOnramp()
  const { provider, quote, phase, url, blocked } = purchase
  const name = shownName(provider.name) || say('shell.unknown')
  const isOver = phase === 'failed' || phase === 'timedOut'
  const { title, text } = wordsOf(say, purchase)
  const isAwaited = phase === 'requesting' || (phase === 'outside' && provider.tracked === true && !blocked)
  return (
    <WaitingFor
      image={<WalletImage size="lg" name={name} />}
      shape="square"
      state={isOver ? 'failed' : isAwaited ? 'waiting' : 'idle'}
      title={title}
      text={text}
      retry={isOver ? { retry: () => buy({ provider, quote }) } : undefined}
    >
      {blocked && url !== undefined && !isOver ? (
        <Link
          variant="button"
          data-filled=""
          href={url}
          newTabHint={say('shell.opensNewTab')}
          arrow
          partName="open-provider"
        >
          {say('onramp.open', { provider: name })}
        </Link>
      ) : null}
      {phase === 'timedOut' ? (
        <LinkButton icon={<ClockIcon />} partName="purchases" onClick={() => push(foyer, { view: 'OnRampActivity' })}>
          {say('onramp.seeActivity')}
        </LinkButton>
      ) : null}
      {phase === 'failed' ? null : (
        <CopyLink partName="copy-link" text={url} label={say('onramp.copyLink')} copied="onramp.copied" />
      )}
    </WaitingFor>
  )
}

function wordsOf(say: Say, { phase, blocked, provider, notice }: Purchase) {
  const title = say('onramp.buyIn', { provider: shownName(provider.name) || say('shell.unknown') })
  switch (phase) {
    case 'requesting':
      return { title, text: say('onramp.preparing') }
    case 'failed':
      return { title: say('onramp.failed'), text: say(notice === 'onramp.noneWhy' ? notice : 'onramp.urlFailed') }
    case 'timedOut':
      return { title: say('onramp.failed'), text: say('onramp.timedOut') }
    case 'outside':
    case 'found':
      if (blocked) return { title: say('onramp.blocked'), text: say('onramp.blockedText') }
      return {
        title,
        text: `${say('onramp.continueOutside')}. ${say(provider.tracked ? 'onramp.outsideText' : 'onramp.outsideUntracked')}`,
      }
  }
}
