import { currentRoute } from '@foyer/core'
import { displayExact, shortenAddress } from '@foyer/core/chain'
import type { SendDraft } from '@foyer/core/send'
import { goBack, replace } from '@foyer/core/view'
import { ArrowDownIcon, Avatar, Button, ErrorState, part, ShieldIcon, TokenImage, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Send, useSend, worthOf } from '../../headless/send.js'
import { shownName } from '../../headless/walletNames.js'
import { LookAlikeNotes } from '../LookAlike.js'
import { useModal } from '../modalContext.js'
import { SendDetails } from './SendDetails.js'

/** What is sent, exactly as the wallet gets it, before it gets it. */
export default function WalletSendPreviewView(): ReactNode {
  const { foyer, say } = useModal()
  const send = useSend()
  const { phase } = send
  if (!('draft' in phase)) return <NoDraft phase={phase} />
  const { draft } = phase
  const sending = phase.status === 'sending'
  const confirm = async () => {
    const outcome = await send.confirm()
    const { view } = foyer.store.getState()
    if (outcome === 'sent' && currentRoute(view).view === 'WalletSendPreview') replace(foyer, { view: 'Account' })
  }
  return (
    <div {...part({ name: 'send-review' })}>
      <Sides draft={draft} />
      {draft.asset.type === 'token' ? <LookAlikeNotes tokens={[{ ...draft, contract: draft.asset.address }]} /> : null}
      <SendDetails draft={draft} send={send} />
      <Cautions send={send} />
      <p {...part({ name: 'send-caution' })}>
        <ShieldIcon />
        {sending ? say('send.waiting') : say('send.review')}
      </p>
      <div {...part({ name: 'send-buttons' })}>
        <Button
          variant="quiet"
          onClick={() => {
            send.leave()
            goBack(foyer)
          }}
        >
          {say('send.cancel')}
        </Button>
        <Button partName="send-confirm" busy={sending} onClick={() => void confirm()}>
          {say('send.confirm')}
        </Button>
      </div>
      <div role="status">{sending ? <VisuallyHidden>{say('send.waiting')}</VisuallyHidden> : null}</div>
    </div>
  )
}

/** Nothing is there to be sent: it was dropped, or the form isn't filled in. */
function NoDraft({ phase }: { readonly phase: Send['phase'] }): ReactNode {
  const { foyer, say } = useModal()
  const message =
    phase.status !== 'dropped' ? say('send.incomplete') : say(phase.reason === 'moved' ? 'send.moved' : 'send.unknown')
  return (
    <ErrorState
      message={message}
      action={
        <Button variant="quiet" size="sm" partName="send-back" onClick={() => replace(foyer, { view: 'WalletSend' })}>
          {say('send.backToForm')}
        </Button>
      }
    />
  )
}

/** What goes, and to whom. */
function Sides({ draft }: { readonly draft: SendDraft }): ReactNode {
  const { say, foyer } = useModal()
  const locale = foyer.options.locale.tag
  const { amount, decimals, name, symbol, iconUrl, asset, to, toName, toAvatar } = draft
  const unit = shownName(symbol) || shownName(name) || (asset.type === 'nft' ? `#${asset.tokenId}` : '')
  const worth = worthOf({ value: amount, of: draft, locale })
  return (
    <>
      <div {...part({ name: 'send-side' })}>
        <span {...part({ name: 'send-side-words' })}>
          <span {...part({ name: 'send-side-label' })}>{say('send.title')}</span>
          {worth ? <span {...part({ name: 'send-side-note' })}>{worth}</span> : null}
        </span>
        <span {...part({ name: 'send-side-value' })}>
          <bdi {...part({ name: 'send-sum' })}>
            {displayExact({ amount: { value: amount, decimals }, locale })} {unit}
          </bdi>
          <TokenImage symbol={unit} src={iconUrl} />
        </span>
      </div>
      <span {...part({ name: 'send-arrow' })}>
        <ArrowDownIcon />
      </span>
      <div {...part({ name: 'send-side' })}>
        <span {...part({ name: 'send-side-label' })}>{say('send.recipient')}</span>
        <span {...part({ name: 'send-side-value' })}>
          <bdi title={to}>{toName === undefined ? shortenAddress({ address: to }) : shortName(toName)}</bdi>
          <Avatar size="md" address={to} src={toAvatar} />
        </span>
      </div>
    </>
  )
}

/** How much of a name is shown. */
const nameLength = 20

function shortName(name: string): string {
  const letters = [...shownName(name)]
  return letters.length > nameLength ? `${letters.slice(0, nameLength).join('')}…` : letters.join('')
}

/** What speaks against sending it now. */
function Cautions({ send: { fee, feeShown, coin } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  const words =
    fee.status === 'refused'
      ? say('send.feeRefused')
      : fee.status === 'unreached'
        ? say('send.feeUnreached')
        : feeShown?.short
          ? say('send.feeShort', { symbol: shownName(coin?.symbol ?? '') })
          : undefined
  return <div role="alert">{words === undefined ? null : <p {...part({ name: 'send-notice' })}>{words}</p>}</div>
}
