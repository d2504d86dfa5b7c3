import { render } from 'preact';
import { startRouting } from './route.ts';
import { lookWho } from './sign-in.tsx';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root !== null) {
  startRouting();
  void lookWho();
  render(<App />, root);
}
