import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A mail as it came over the wire. */
export interface TakenMail {
  readonly from: string
  readonly to: string
  /** headers and body, as they were sent */
  readonly content: string
}

export interface MailServer {
  /** for `SMTP_URL` */
  readonly url: string
  readonly taken: TakenMail[]
  /** what a recipient is answered from now on; 250 when it is to be taken */
  answer: string
  /** Is done once a mail is there, before it is said that it was taken. */
  beforeTaken: (mail: TakenMail) => Promise<void>
  stop(): Promise<void>
}

/** A mail server that takes whatever it is sent (RFC 5321), for tests; nothing in the product imports this. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serve({ socket, mails })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The mail server has no port.')
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    taken: [],
    answer: '250 OK',
    beforeTaken: async () => {},
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return mails
}

function serve({ socket, mails }: { socket: Socket; mails: MailServer }): void {
  let [from, to, content] = ['', '', '']
  let isContent = false
  let rest = ''
  const reply = (text: string) => socket.write(`${text}\r\n`)
  const take = (line: string) => {
    if (isContent) {
      if (line !== '.') content += `${line.replace(/^\.\./, '.')}\n`
      else {
        isContent = false
        const mail = { from, to, content }
        mails.taken.push(mail)
        void mails.beforeTaken(mail).then(() => reply('250 taken'))
      }
    } else if (/^EHLO/i.test(line)) reply('250-test\r\n250 8BITMIME')
    else if (/^MAIL FROM:/i.test(line)) {
      from = addressIn(line)
      reply('250 OK')
    } else if (/^RCPT TO:/i.test(line)) {
      to = addressIn(line)
      reply(mails.answer)
    } else if (/^DATA/i.test(line)) {
      ;[isContent, content] = [true, '']
      reply('354 go on')
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
    else reply('250 OK')
  }
  reply('220 test')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

const addressIn = (line: string): string => /<([^<>]*)>/.exec(line)?.[1] ?? ''
