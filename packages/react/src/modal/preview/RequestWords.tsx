import { shownFee } from '@foyer/core/internal'
import type { DrawnWarning } from '@foyer/core/messages'
import type { Fact, RequestSentence, ShownRequest } from '@foyer/core/words'
import { Details, part, Skeleton } from '@foyer/parts'
import { Facts, Headline, RequestBody, Warnings } from '@foyer/parts/request'
import { type ReactNode, useMemo } from 'react'
import { drawn, type ReadPreview } from '../../headless/preview.js'
import { useModal } from '../modalContext.js'
import { Fee } from '../review/Review.js'

interface RequestWordsProps {
  readonly preview: ReadPreview
}

/** A request in words, whole: what it comes to, what speaks against it, what moves and who may take what, and what it costs. */
export function RequestWords({ preview }: RequestWordsProps): ReactNode {
  const { say, foyer } = useModal()
  const { shown, fee, coinPrice } = preview
  const { tag } = foyer.options.locale
  // What the network takes is said once: beside the facts, in dollars too, unless the words say it whole.
  const isFeeSaid = shown?.facts.some(({ label }) => label.name === 'request.fee')
  const words = useMemo(() => {
    const isOther = ({ label }: Fact) => !fee || label.name !== 'request.feeAbout'
    return shown && drawn({ ...shown, facts: shown.facts.filter(isOther) }, { say, locale: tag })
  }, [shown, fee, say, tag])
  if (!words) return <Reading />
  const cost = fee && !isFeeSaid && shownFee({ fee, symbol: fee.symbol, price: coinPrice, locale: tag })
  return (
    <>
      <h2 {...part({ name: 'preview-title', states: { alone: words.headline.length === 0 } })}>
        <bdi>{words.title}</bdi>
      </h2>
      {words.headline.length > 0 ? <Headline parts={words.headline} /> : null}
      <Warned {...words} />
      <div data-look="stack" {...part({ name: 'preview-facts' })}>
        <RequestBody shown={words} allOf={(count) => say('preview.allOf', { count })}>
          <Simulating preview={preview} />
          {cost ? (
            <Details
              partName="preview-fee"
              details={[{ id: 'fee', term: say('preview.fee'), value: <Fee {...cost} /> }]}
            />
          ) : null}
        </RequestBody>
      </div>
    </>
  )
}

/** The words that a review which shows the sums itself lacks: what speaks against it, and what the simulation saw. */
export function ReviewedWords({ preview }: RequestWordsProps): ReactNode {
  const { say, foyer } = useModal()
  const { shown } = preview
  if (!shown) return <Reading />
  const { warnings, isDeliberate, sums, facts } = drawn(besideOf(shown), { say, locale: foyer.options.locale.tag })
  // A heading over nothing would promise what doesn't come.
  if (!howFar(preview) && [warnings, sums, facts].every(({ length }) => length === 0)) return null
  return (
    <section aria-label={say('preview.whatHappens')} data-look="stack" {...part({ name: 'preview-beside' })}>
      <p {...part({ name: 'preview-beside-title' })}>{say('preview.whatHappens')}</p>
      <Simulating preview={preview} />
      <Warned warnings={warnings} isDeliberate={isDeliberate} />
      <Facts facts={[...sums, ...facts]} />
    </section>
  )
}

const beside: readonly RequestSentence[] = [
  'request.allowedAfter',
  'request.balanceKept',
  'request.reason',
  'request.simulatedAt',
  'request.simulatedComes',
  'request.simulatedLeaves',
  'request.simulation',
  'request.spender',
]
const besideOf = (shown: ShownRequest): ShownRequest => ({
  ...shown,
  facts: shown.facts.filter(({ label: { name } }) => beside.includes(name)),
})

/** Until it is known, for 1.5 s at most. */
function Reading(): ReactNode {
  const { say } = useModal()
  return (
    <div aria-busy="true" {...part({ name: 'preview-reading' })}>
      <p role="status" data-look="dim">
        {say('preview.reading')}
      </p>
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </div>
  )
}

/** The sentence about how far it is known, if it isn't wholly. */
function howFar({ simulation, isUnread }: ReadPreview) {
  if (isUnread) return 'preview.unread'
  return simulation === 'asked' ? 'preview.simulating' : simulation === 'unknown' ? 'preview.notSimulated' : undefined
}

function Simulating({ preview }: RequestWordsProps): ReactNode {
  const { say } = useModal()
  const sentence = howFar(preview)
  return (
    <p role="status" data-look="dim" {...part({ name: 'preview-known', states: { simulation: preview.simulation } })}>
      {sentence && say(sentence)}
    </p>
  )
}

function Warned({
  warnings,
  isDeliberate,
}: {
  readonly warnings: readonly DrawnWarning[]
  readonly isDeliberate: boolean
}): ReactNode {
  const { say } = useModal()
  return (
    <div role={isDeliberate ? 'alert' : undefined} {...part({ name: 'preview-warnings' })}>
      <Warnings warnings={warnings} label={say('preview.warnings')} />
    </div>
  )
}
