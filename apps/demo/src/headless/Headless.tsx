import type { Foyer } from '@foyer/core'
import { HeadlessProvider, useFoyerAccounts } from '@foyer/react/headless'
import type { DemoTheme } from '../settings.js'
import { Filled, useWords, WordsProvider } from '../words/WordsProvider.js'
import type { Words } from '../words/words.js'
import { Account } from './Account.js'
import { Activity } from './Activity.js'
import { Connect } from './Connect.js'
import { Networks } from './Networks.js'
import { Requests } from './Requests.js'
import { Swap } from './Swap.js'
import { Tokens } from './Tokens.js'
import { Transfer } from './Transfer.js'

export interface HeadlessProps {
  readonly foyer: Foyer
  /** That of the page before. */
  readonly theme: DemoTheme
  readonly words: Words
}

/** The whole page: what the modal does, in the host's own HTML. */
export function Headless({ foyer, theme, words }: HeadlessProps) {
  return (
    <WordsProvider words={words}>
      <HeadlessProvider foyer={foyer}>
        <div className="page" data-theme={theme}>
          <Head />
          <Hall foyer={foyer} />
        </div>
      </HeadlessProvider>
    </WordsProvider>
  )
}

function Head() {
  const { headless } = useWords()
  return (
    <header>
      <p className="kicker">
        <Filled sentence={headless.kicker} places={{ foyer: <a href="/">Foyer</a> }} />
      </p>
      <h1>{headless.headline}</h1>
      <p className="lead">
        <Filled sentence={headless.lead} places={{ package: <code dir="ltr">@foyer/react/headless</code> }} />
      </p>
    </header>
  )
}

function Hall({ foyer }: { readonly foyer: Foyer }) {
  const { address } = useFoyerAccounts()
  if (address === undefined)
    return (
      <main>
        <Connect />
      </main>
    )
  return (
    <main>
      <Account />
      <Tokens foyer={foyer} />
      <Networks />
      <Transfer foyer={foyer} />
      <Requests foyer={foyer} />
      <Activity />
      <Swap />
    </main>
  )
}
