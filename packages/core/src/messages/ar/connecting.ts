import type { connecting as english } from '../en/connecting.js'
import type { Translated } from '../sentences.js'

export const connecting: Translated<typeof english> = {
  'connect.continue': 'تابع في {wallet}',
  'connect.accept': 'اقبل طلب الربط في المحفظة',
  'connect.silent': 'لم يُفتح شيء؟ افتح {wallet} وألغِ قفلها وابحث عن الطلب، أو حاول مجددًا.',
  'connect.declined': 'رُفض الربط',
  'connect.declinedWhy': 'رفضت الطلب، أو ما زال طلب سابق مفتوحًا في المحفظة.',
  'connect.failed': 'فشل الربط',
  'connect.failedWhy': 'أعطت {wallet} إجابة لا يمكن استخدامها. افتحها ثم حاول مجددًا.',
  'connect.timedOut': 'لا رد من المحفظة',
  'connect.timedOutWhy': 'افتح {wallet} وابحث عن الطلب ثم حاول مجددًا.',
  'connect.gone': 'المحفظة غير موجودة',
  'connect.goneWhy': 'لم تعد {wallet} في هذا المتصفح. فعّلها من جديد وأعد تحميل الصفحة.',
  'connect.pending': 'هناك طلب مفتوح',
  'connect.pendingWhy': 'افتح {wallet} وأجب عن الطلب الذي ينتظر هناك.',
  'connect.tryAgain': 'حاول مجددًا',
  'connect.noSuchWallet': 'ليست لديك {wallet}؟',
  'connect.get': 'تنزيل',
  'connect.selectChain': 'اختر السلسلة',
  'connect.selectChainFor': 'اختر السلسلة لمحفظة {wallet}',
  'connect.selectChainWhy': 'تعمل هذه المحفظة على عدة سلاسل. اختر السلسلة التي تريد ربطها.',
  'connect.authenticating': 'جارٍ التحقق من الهوية...',
  'connect.signInFailed': 'حدثت مشكلة عند بدء تسجيل الدخول',
}
