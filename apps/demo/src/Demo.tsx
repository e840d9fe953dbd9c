import type { Foyer } from '@foyer/core'
import { FoyerModal } from '@foyer/react'
import { AccountCard } from './cards/AccountCard.js'
import { ActionsCard } from './cards/ActionsCard.js'
import { BuyCard } from './cards/BuyCard.js'
import { CallsCard } from './cards/CallsCard.js'
import { StateCard } from './cards/StateCard.js'
import { Hero } from './Hero.js'
import { PageFrame } from './PageFrame.js'
import type { DemoSettings } from './settings.js'
import { useWords } from './words/WordsProvider.js'
import type { Words } from './words/words.js'

export interface DemoProps {
  readonly foyer: Foyer
  readonly settings: DemoSettings
  readonly words: Words
}

/** The whole first page. */
export function Demo(props: DemoProps) {
  return <PageFrame {...props}>{() => <Home settings={props.settings} />}</PageFrame>
}

function Home({ settings }: Pick<DemoProps, 'settings'>) {
  const { embedded, chains, networks } = settings
  const { home } = useWords()
  return (
    <main>
      <Hero settings={settings} />
      {embedded ? (
        <section className="embedded" aria-label={home.embedded}>
          <FoyerModal />
        </section>
      ) : null}
      <div className="cards">
        <AccountCard chains={chains} networks={networks} />
        <ActionsCard chains={chains} />
        <CallsCard chains={chains} />
        <StateCard />
        <BuyCard />
      </div>
    </main>
  )
}
