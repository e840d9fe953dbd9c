import { hydrateRoot } from 'react-dom/client'
import { createDemoFoyer } from './createDemoFoyer.js'
import { Demo } from './Demo.js'
import { readSettings } from './readSettings.js'
import './demo.css'
import './cards/cards.css'

const place = document.getElementById('demo')
if (place) {
  const settings = readSettings(document)
  hydrateRoot(place, <Demo foyer={createDemoFoyer(settings)} settings={settings} />)
}
