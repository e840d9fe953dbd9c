// What the machine itself takes for an answer: nothing is done here. A measurement starts it beside the server's.
import { createServer } from 'node:http'

createServer((_request, response) => response.end('{}')).listen(Number(process.env.PORT), '127.0.0.1')
