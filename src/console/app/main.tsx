import { render } from 'preact';
import { startRouting } from '../../console-kit/route.ts';
import { noteUse, startLive } from '../../console-kit/live/live.ts';
import { lookWho } from './sign-in.tsx';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root !== null) {
  startRouting();
  void lookWho();
  void startLive();
  noteUse();
  render(<App />, root);
}
