import { hydrateRoot } from 'react-dom/client'
import { createDemoFoyer } from './createDemoFoyer.js'
import { loadOtherFamilies } from './loadOtherFamilies.js'
import { pages } from './pages.js'
import { readSettings } from './readSettings.js'
import { loadWords } from './words/loadWords.js'
import './demo.css'
import './cards/cards.css'
import './look/look.css'

const place = document.getElementById('demo')
if (place) {
  const settings = readSettings(document)
  const [words, Page, families] = await Promise.all([
    loadWords[settings.locale](),
    pages[settings.page](),
    loadOtherFamilies(settings),
  ])
  hydrateRoot(place, <Page foyer={createDemoFoyer(settings, families)} settings={settings} words={words} />)
}
