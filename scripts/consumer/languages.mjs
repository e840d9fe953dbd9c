// Says the title of the first view in every language but English.
import { arabic, chinese, german, spanish } from '@foyer/core/messages'

const said = {}
for (const [name, { load }] of Object.entries({ arabic, chinese, german, spanish }))
  said[name] = (await load())['connect.title']
console.log(JSON.stringify(said))
