import { shortenAddress } from '@foyer/core/chain'
import { shownTime } from '@foyer/core/internal'
import { shownName } from '@foyer/core/wallets'
import { EmptyState, LinkButton, part, ShieldIcon, WalletImage } from '@foyer/parts'
import { type ReactNode, useId, useState } from 'react'
import { type SignIn, useFoyerSignIn } from '../../headless/signIn.js'
import { useSelect } from '../../useSelect.js'
import { Announcement } from '../Announcement.js'
import { useModal } from '../modalContext.js'
import { ReviewButtons } from '../review/Review.js'

/** The account signs that it is the visitor's. */
export default function SignMessageView(): ReactNode {
  const { say } = useModal()
  const signIn = useFoyerSignIn()
  if (!signIn.account)
    return <EmptyState icon={<ShieldIcon />} title={say('signIn.nothing')} text={say('signIn.nothingWhy')} />
  const { notice } = signIn
  return (
    <div data-look="stack" {...part({ name: 'sign-in', states: { phase: signIn.phase } })}>
      <Ask {...signIn} />
      <SignedText {...signIn} />
      <div role="alert" data-look="dim centred" {...part({ name: 'review-trouble' })}>
        {notice ? say(notice) : null}
      </div>
      <Buttons {...signIn} />
    </div>
  )
}

/** The question: who asks whom, for what. */
function Ask({ account, phase, isRequired }: SignIn): ReactNode {
  const { say, foyer } = useModal()
  const { name, icons } = foyer.options.metadata ?? {}
  const domain = globalThis.location.host
  const dapp = shownName(name ?? '') || domain
  const connector = useSelect(
    ({ connection, family }) => connection.connections[connection.active[family] ?? '']?.connector,
  )
  const wallet = shownName(connector?.name ?? '') || say('shell.unknown')
  const lead = say('signIn.lead', { domain })
  const by = say('signIn.with', { account: shortenAddress({ address: account?.address ?? '' }), wallet })
  const why = `${say('signIn.why', { dapp })}${isRequired ? ` ${say('signIn.required')}` : ''}`
  const text = phase === 'signing' ? say('signIn.inWallet', { wallet }) : why
  return (
    <>
      <div aria-hidden="true" {...part({ name: 'sign-in-pair' })}>
        <WalletImage size="lg" name={dapp} src={icons?.[0]} />
        <WalletImage size="lg" name={wallet} src={connector?.icon} />
      </div>
      <div {...part({ name: 'sign-in-words' })}>
        <p {...part({ name: 'sign-in-lead' })}>{lead}</p>
        <p title={account?.address} data-look="dim" {...part({ name: 'sign-in-account' })}>
          {by}
        </p>
      </div>
      <p data-look="panel dim" {...part({ name: 'sign-in-why' })}>
        {text}
      </p>
      <Announcement>{`${lead}. ${text}`}</Announcement>
    </>
  )
}

/** The text that the wallet is asked to sign, letter by letter, on demand. */
function SignedText({ text, expiresAt, showText, phase }: SignIn): ReactNode {
  const { say, foyer } = useModal()
  const [isShown, setShown] = useState(false)
  const id = useId()
  const press = () => {
    setShown(!isShown)
    if (!isShown) showText()
  }
  const { tag: locale } = foyer.options.locale
  const until = expiresAt === undefined ? undefined : shownTime({ at: expiresAt, locale })
  return (
    <>
      {isShown && text !== undefined ? (
        <section id={id} aria-label={say('signIn.text')} data-look="panel dim" {...part({ name: 'sign-in-text' })}>
          <pre dir="auto">{text}</pre>
          {until === undefined ? null : <p>{say('signIn.validUntil', { time: until })}</p>}
        </section>
      ) : null}
      <LinkButton partName="sign-in-show" aria-expanded={isShown} disabled={phase === 'leaving'} onClick={press}>
        {say(isShown ? 'signIn.hideText' : 'signIn.showText')}
      </LinkButton>
    </>
  )
}

function Buttons({ phase, signIn, cancel }: SignIn): ReactNode {
  const { say } = useModal()
  const isLeaving = phase === 'leaving'
  return (
    <ReviewButtons
      cancel={say(isLeaving ? 'signIn.cancelling' : 'signIn.cancel')}
      onCancel={cancel}
      isCancelling={isLeaving}
      confirm={say(phase === 'signing' ? 'signIn.signing' : 'signIn.sign')}
      onConfirm={signIn}
      busy={phase === 'signing'}
      disabled={isLeaving}
      partName="sign-in-sign"
    />
  )
}
